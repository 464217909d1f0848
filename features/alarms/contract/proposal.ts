import { z } from 'zod'

/** One change of a rule that would make fewer alarms; amounts as the rule has them, times in ms. */
export const Proposal = z.union([
  z.object({ deadband: z.number() }),
  z.object({ onDelayMs: z.number() }),
  /** Of a rate of change. */
  z.object({ change: z.number() }),
  /** Of a deviation. */
  z.object({ by: z.number() }),
  /** Of a silence, or of a value that stays. */
  z.object({ afterMs: z.number() }),
])
export type Proposal = z.infer<typeof Proposal>

interface Changeable {
  readonly condition: object
  readonly deadband: unknown
  readonly onDelayMs: unknown
}

/** The rule with the proposal, which is one for its kind of condition. */
export function withProposal<Rule extends Changeable>(rule: Rule, proposal: Proposal): Rule {
  return 'deadband' in proposal || 'onDelayMs' in proposal
    ? { ...rule, ...proposal }
    : { ...rule, condition: { ...rule.condition, ...proposal } }
}
