/** A server that has not answered by then is away: a request to nowhere may wait for minutes. */
const answerMs = 10_000

/** Whether the server answers; a page that is loaded while it does not stays empty. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerMs)
    return (await fetch('/api/health', { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
