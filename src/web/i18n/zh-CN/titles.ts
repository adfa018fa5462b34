export { descriptions, otherDescriptions, titles } from '#texts/zh-CN/pages.ts';
