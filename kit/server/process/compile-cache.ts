/**
 * Where Node keeps what it has compiled, for processes that this one starts: they begin in half the
 * time. Empty where this process has no such place.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const directory = process.env['NODE_COMPILE_CACHE']
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory }
}
