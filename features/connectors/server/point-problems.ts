import type { PointProblem } from '../contract/connector.ts'
import type { ConnectorHost } from './driver.ts'

/** What changes within this time is reported together. */
const reportAfterMs = 500

/** Which points of a connection have no good value now, and why. */
export class PointProblems {
  readonly #host: Pick<ConnectorHost, 'reportProblems' | 'signal'>
  readonly #problems = new Map<string, PointProblem>()
  #timer: NodeJS.Timeout | undefined

  constructor(host: Pick<ConnectorHost, 'reportProblems' | 'signal'>) {
    this.#host = host
  }

  set(problem: PointProblem): void {
    const id = idOf(problem)
    if (this.#problems.get(id)?.reason === problem.reason) return
    this.#problems.set(id, problem)
    this.#changed()
  }

  clear(point: Pick<PointProblem, 'lesiId' | 'key'>): void {
    if (this.#problems.delete(idOf(point))) this.#changed()
  }

  #changed(): void {
    if (this.#timer !== undefined || this.#host.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#host.reportProblems([...this.#problems.values()])
    }, reportAfterMs)
    this.#timer.unref()
  }
}

const idOf = ({ lesiId, key }: Pick<PointProblem, 'lesiId' | 'key'>) => `${lesiId} ${key}`
