-- Sports without halves: the score of each quarter, set or map, and which score a league's contests are settled on.

alter table matches add parts jsonb;

alter table leagues add settles_on text not null default 'regular_time' check (settles_on in ('regular_time', 'whole_match'));
