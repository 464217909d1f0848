import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all bytes, from `position` on or where the file is. A disk that is nearly full takes some
 * of them, and says that it is full at the next attempt.
 */
export async function writeAll(
  file: FileHandle,
  bytes: Buffer,
  position: number | null = null,
): Promise<void> {
  for (let start = 0; start < bytes.length;) {
    const at = position === null ? null : position + start
    start += (await file.write(bytes, start, bytes.length - start, at)).bytesWritten
  }
}
