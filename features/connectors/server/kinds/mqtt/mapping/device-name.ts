import { hash } from 'node:crypto'

const maximumLength = 64
const minimumLength = 3
const digestLength = 10
/** Stands between the parts of a name, and in none of them: so no two names become the same. */
const separator = '__'
const plain = /^(?!.*(?:__|--))[A-Za-z0-9-][A-Za-z0-9_-]*(?<!_)$/

/**
 * The LESI ID of what somebody else calls by these names, one below the other. What no LESI ID may
 * hold becomes `_`, and a digest is at the end of what was changed, is too long or too short:
 * no two get the same. `--` is in none of them: it would put the device behind a gateway.
 */
export function lesiIdOf(names: readonly string[]): string {
  const text = names.join(separator)
  const isPlain = names.every((name) => plain.test(name))
  if (isPlain && text.length >= minimumLength && text.length <= maximumLength) return text
  const digest = hash('sha256', JSON.stringify(names)).slice(0, digestLength)
  const start = text
    .replaceAll(/[^A-Za-z0-9_-]/g, '_')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, maximumLength - digestLength - 1)
  return `${start}_${digest}`
}
