import type { ReadinessCheck } from '#kit/server/process/readiness.ts'

interface Watched {
  readonly evaluation: { readonly stoppedSince: number | null }
  readonly register: { readonly waitingBytes: number; readonly asideCount: number }
}

/**
 * Ready while alarms are evaluated. Readings are taken all the same, and evaluated when what waits
 * is stored.
 */
export function evaluationCheck({ evaluation, register }: Watched): ReadinessCheck {
  return {
    name: 'alarms',
    problem() {
      const { stoppedSince } = evaluation
      if (stoppedSince === null) return null
      const megabytes = (register.waitingBytes / 2 ** 20).toFixed(1)
      return (
        `are not evaluated since ${new Date(stoppedSince).toISOString()}: ${megabytes} MB of ` +
        'them wait for the database; readings are still taken and are evaluated afterwards'
      )
    },
    notice() {
      const { asideCount } = register
      if (asideCount === 0) return null
      return `of ${asideCount} sources cannot be stored, for reasons in the log; all others are`
    },
  }
}
