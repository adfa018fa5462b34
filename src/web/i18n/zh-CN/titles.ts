export { descriptions, otherDescriptions, titles } from '#contract/page-texts/zh-CN.ts';
