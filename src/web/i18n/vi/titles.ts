export { descriptions, titles } from '#contract/page-texts/vi.ts';
