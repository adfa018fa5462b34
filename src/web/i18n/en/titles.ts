export { descriptions, otherDescriptions, titles } from '#contract/page-texts/en.ts';
