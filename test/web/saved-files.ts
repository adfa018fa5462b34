import { afterEach, beforeEach, vi } from 'vitest';

/** Records the files that the page saves, for one test at a time: jsdom saves nothing. */
export function catchSavedFiles(): { name: string; file: Blob }[] {
  const files: { name: string; file: Blob }[] = [];
  beforeEach(() => {
    files.length = 0;
    let last: Blob | undefined;
    const createObjectURL = (file: Blob) => {
      last = file;
      return 'blob:file';
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, file: last! });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return files;
}
