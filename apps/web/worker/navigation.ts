import { offlinePage } from './offline-page.ts'

/** A server that has not begun to answer by then is away. */
const answerMs = 20_000
/** What a proxy answers whose server is away. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether a page of the application is asked for: no file, and nothing of the API. */
export function isNavigation({ mode, method, url }: Request): boolean {
  const { pathname } = new URL(url)
  return mode === 'navigate' && method === 'GET' && !/^\/(api|assets)\//.test(pathname)
}

/** The page as the server has it now; while it is away the page that says so. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  try {
    const answer = await withinTime(fromServer(event))
    return gatewayStatuses.has(answer.status) ? await offlinePage() : answer
  } catch {
    return offlinePage()
  }
}

async function fromServer({ preloadResponse, request }: FetchEvent): Promise<Response> {
  // The browser has asked already, while this worker started.
  const preloaded: unknown = await preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(request)
}

function withinTime(answer: Promise<Response>): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const timer = setTimeout(() => reject(new Error('the server does not answer')), answerMs)
  answer.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
