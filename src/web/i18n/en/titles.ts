export { descriptions, titles } from '#contract/page-texts/en.ts';
