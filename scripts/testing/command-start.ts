import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** Linux counts the times of processes in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100

/**
 * When the command was given that this process carries out, ms UTC. Under npm that is npm's own
 * start, where the system has it (Linux).
 */
export function commandStart(): number {
  if (process.env['npm_lifecycle_event'] !== 'test') return performance.timeOrigin
  try {
    const fields = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    const secondsSinceBoot = Number(fields?.[19]) / ticksPerSecond
    return Date.now() - (uptime() - secondsSinceBoot) * 1000
  } catch {
    return performance.timeOrigin
  }
}
