export { descriptions, otherDescriptions, titles } from '#texts/vi/pages.ts';
