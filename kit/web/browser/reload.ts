import { serverAnswers } from './server-answers.ts'

const retryMs = 2_000

let isWaiting = false

/**
 * Loads the page again as soon as the server answers. Before, a browser would show a page of its
 * own, which never retries.
 */
export async function reloadWhenAnswered(): Promise<void> {
  if (isWaiting) return
  isWaiting = true
  while (!(await serverAnswers())) await new Promise((resolve) => setTimeout(resolve, retryMs))
  location.reload()
}
