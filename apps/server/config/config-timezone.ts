import type { EnvironmentReader } from './config-environment.ts'
import type { Machine } from './config-machine.ts'
import { timezone } from './config-values.ts'

const variable = 'SITE_TIMEZONE'

/** The zone of the site: that of the machine unless another is chosen. */
export function readTimezone(from: EnvironmentReader, machine: Machine): string {
  const chosen = from.read(variable, timezone, machine.timezone)
  if (chosen !== null) return chosen
  // What was chosen and is none has been refused.
  if (!from.problems.some((problem) => problem.variable === variable))
    from.refuse(variable, 'is needed: the zone of this machine (TZ) has no name', timezone.allowed)
  return 'UTC'
}
