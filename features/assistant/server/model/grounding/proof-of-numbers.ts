import type { Evidence, ProvenNumber } from './evidence.ts'
import type { NumberToken } from './tokens.ts'
import { type Role, roleOf } from './sentence-roles.ts'
import { startsWithUnit } from './harmless-names.ts'

/** What is a limit may not be stated as a value, and what counts things has no unit. */
const limitFields = new Set(['lower', 'upper', 'limit'])

const countFields = new Set(['total', 'online', 'offline', 'count', 'badCount'])

interface NumberContext {
  readonly units: readonly string[]
  readonly roles: ReadonlySet<Role>
  /** The sentence is about limits. */
  readonly isOfLimits: boolean
}

export function hasNumber(
  evidence: Evidence,
  token: NumberToken,
  { units, roles, isOfLimits }: NumberContext,
): boolean {
  const unit = units.find((each) => startsWithUnit(token.after, [each]))
  if (unit !== undefined && !evidence.units.includes(unit)) return false
  if (unit === undefined && isYear(evidence, token)) return true
  return evidence.numbers.some((proven) => {
    const { field } = proven
    const role = roleOf.get(field)
    if (role !== undefined && roles.size > 0 && !roles.has(role)) return false
    if (limitFields.has(field) && !isOfLimits) return false
    if (countFields.has(field) && unit !== undefined) return false
    return token.values.some((value) => isSame(value, proven, token))
  })
}

const isYear = ({ dates }: Evidence, { values: [value], decimals, isPercent }: NumberToken) =>
  decimals === 0 && !isPercent && [...dates].some((date) => date.startsWith(`${value}-`))

/** Signs of a change may be in words: falling by 3. */
const signless = new Set(['perHour', 'difference', 'share', ''])

/** Shares are written in percent. */
const maximumShare = 1.000_001

/** The number itself, or rounded to what the text shows of it, at least two digits. */
function isSame(value: number, { value: own, field }: ProvenNumber, token: NumberToken): boolean {
  const { decimals, digits, isPercent } = token
  const candidates = isPercent && Math.abs(own) <= maximumShare ? [own * 100, own] : [own]
  return candidates.some((each) => {
    const proven = signless.has(field) && value >= 0 ? Math.abs(each) : each
    if (Math.abs(value - proven) <= Math.abs(proven) * 1e-9) return true
    const isRounded = Math.abs(value - proven) <= 0.5 * 10 ** -decimals * (1 + 1e-9)
    return isRounded && (digits >= 2 || (value === 0 && decimals > 0))
  })
}
