/** Less is left to the garbage collector. */
const minimumBytes = 8 * 1024

/**
 * Frees the memory of bytes that nobody reads any more, and of all that are views on the same
 * memory: they are empty afterwards. Left to the garbage collector, a few answers of a megabyte
 * make it collect the whole heap, which takes the time of three questions. Small bytes stay, and
 * those in the memory that Node shares out. Never for bytes that are still being written to a
 * socket or file.
 */
export function releaseBytes(bytes: Buffer): void {
  const { buffer } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength !== Buffer.poolSize
  if (isOwn && buffer.byteLength >= minimumBytes) buffer.transfer(0)
}
