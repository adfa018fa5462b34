export { descriptions, otherDescriptions, titles } from '#contract/page-texts/vi.ts';
