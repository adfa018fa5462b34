-- Whom a match went to that was decided without a result: by an award, a walkover, a retirement.

alter table matches add awarded_to text check (awarded_to in ('home', 'away'));
