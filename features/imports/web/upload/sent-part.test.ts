import { expect, test } from 'vitest'
import { ApiError, type FailureCode } from '#kit/web/calls/api-error.ts'
import { sentPart } from './sent-part.ts'

const failure = (status: number, code: FailureCode, retryAfterSeconds: number | null = null) =>
  new ApiError({ status, code, message: '', retryAfterSeconds })
const lost = failure(0, 'no_response')
const conflict = failure(409, 'conflict')

/** Sends a part that is answered like this, one answer after the other; how long was waited. */
async function sent(...answers: readonly (Error | number)[]) {
  const pauses: number[] = []
  let sends = 0
  const send = () => {
    const answer = answers[Math.min(sends++, answers.length - 1)]
    return typeof answer === 'number' ? Promise.resolve(answer) : Promise.reject(answer)
  }
  const pause = async (ms: number) => void pauses.push(ms)
  const [result] = await Promise.allSettled([sentPart(send, pause)])
  return { result, pauses, sends }
}

test('IM50 a part whose answer was lost is sent again by the page', async () => {
  const arrived = { status: 'fulfilled', value: 7 }
  for (const answer of [lost, failure(502, 'unreadable'), failure(503, 'starting')])
    expect(await sent(answer, answer, 7)).toMatchObject({ result: arrived, pauses: [2_000, 2_000] })
  // It arrives still, as it is sent again.
  expect(await sent(lost, conflict, 7)).toMatchObject({ result: arrived, sends: 3 })
  expect(await sent(failure(429, 'too_many_requests', 30), 7)).toMatchObject({
    ...{ result: arrived, pauses: [30_000] },
  })
})

test('IM50 what was refused is not sent again, nor what is lost again and again', async () => {
  for (const error of [conflict, failure(404, 'not_found'), failure(503, 'store_unavailable')])
    expect(await sent(error, 7)).toMatchObject({ result: { reason: error }, sends: 1 })
  expect(await sent(lost)).toMatchObject({ result: { reason: lost }, sends: 10 })
})
