/** What comes back of `work`, and what Node.js warned of while it ran. */
export async function withWarnings<Result>(
  work: () => Promise<Result>,
): Promise<readonly [Result, readonly Error[]]> {
  const warnings: Error[] = []
  const collect = (warning: Error) => void warnings.push(warning)
  process.on('warning', collect)
  try {
    return [await work(), warnings]
  } finally {
    process.off('warning', collect)
  }
}
