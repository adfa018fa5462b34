export { descriptions, titles } from '#contract/page-texts/zh-CN.ts';
