import { useFormat } from '#kit/web/formats/use-format.ts'

const kilobyte = 1_024
const megabyte = 1_048_576

/** Writes a number of bytes in KB or MB. */
export function useSize(): (bytes: number) => string {
  const { number } = useFormat()
  return (bytes) =>
    bytes < megabyte / 10
      ? `${number(bytes / kilobyte, 1)} KB`
      : `${number(bytes / megabyte, 1)} MB`
}
