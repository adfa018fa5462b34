export { descriptions, otherDescriptions, titles } from '#texts/en/pages.ts';
