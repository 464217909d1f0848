import type { ConnectorHost, RefusedPart } from '../driver.ts'

/** What is sent a second, and of one message. */
const perSecond = 50
const excerptLength = 300

type Send = (lesiId: string | null, problem: RefusedPart, message: string, count: number) => void

/** Reports what a connector refuses: some of it where there is much, and all of it as a count. */
export function refusals(send: Send): ConnectorHost['refuse'] {
  let second = 0
  let sent = 0
  let skipped = 0
  return (lesiId, problem, message) => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) sent = 0
    second = now
    if (++sent > perSecond) return void (skipped += 1)
    send(lesiId, problem, message.slice(0, excerptLength), 1 + skipped)
    skipped = 0
  }
}
