/** A random UUID; `crypto.randomUUID` is missing on pages without TLS. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`],
    ...[`${variant}${hex.slice(18, 20)}`, hex.slice(20)],
  ].join('-')
}
