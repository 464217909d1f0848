import { constants, setPriority } from 'node:os'
import type { AbuseScene } from './abuse-case.ts'
import { abuseCases } from './cases/index.ts'

export interface AbuseTask {
  /** Name of the case. */
  readonly name: string
  readonly seconds: number
  readonly scene: AbuseScene
}

export interface AbuseAnswer {
  readonly remark: string
}

// Abusers have machines of their own; here they share the server's, and leave it the processor.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', (task: AbuseTask) => {
  const abuse = abuseCases.find(({ name }) => name === task.name)
  const running =
    abuse?.run(task.scene, AbortSignal.timeout(task.seconds * 1000)) ??
    Promise.resolve('there is no such case')
  running.then(
    (remark) => answer(remark),
    (error: unknown) => answer(`broke off: ${String(error)}`),
  )
})

function answer(remark: string): void {
  process.send?.({ remark } satisfies AbuseAnswer, () => process.exit(0))
}
