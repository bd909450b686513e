/** The browser's own file system for this page (OPFS), which workers of secure pages have. */

/** A file that is open for reading or writing (`FileSystemSyncAccessHandle`, which only workers have). */
export interface Handle {
  read(to: Uint8Array, options?: { at: number }): number;
  write(from: Uint8Array, options?: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** Opens a file to read it; returns undefined if the file or the storage does not exist. */
export async function openToRead(name: string): Promise<Handle | undefined> {
  try {
    const file = await (await folder()).getFileHandle(name);
    return await open(file, 'read-only');
  } catch {
    return undefined;
  }
}

/** Opens a file to write it, and keeps its first bytes, usually none; returns undefined if the storage does not exist. */
export async function openToWrite(name: string, keeps = 0): Promise<Handle | undefined> {
  try {
    const file = await (await folder()).getFileHandle(name, { create: true });
    const handle = await open(file, 'readwrite');
    handle.truncate(keeps);
    return handle;
  } catch {
    return undefined;
  }
}

/** The file of this name as the page sees it. */
export async function file(name: string): Promise<File> {
  return (await (await folder()).getFileHandle(name)).getFile();
}

/** The names of all files. */
export async function names(): Promise<string[]> {
  try {
    return await Array.fromAsync((await folder()).keys());
  } catch {
    return [];
  }
}

export async function remove(name: string): Promise<void> {
  try {
    await (await folder()).removeEntry(name);
  } catch {
    // The file does not exist, or another page has it open.
  }
}

function folder(): Promise<FileSystemDirectoryHandle> {
  return navigator.storage.getDirectory();
}

function open(file: FileSystemFileHandle, mode: string): Promise<Handle> {
  // Browsers without modes open a file for one page at a time.
  const inWorker = file as FileSystemFileHandle & {
    createSyncAccessHandle(options: { mode: string }): Promise<Handle>;
  };
  return inWorker.createSyncAccessHandle({ mode });
}
