import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reloadWhenAnswered } from '../browser/reload.ts'
import { ApiError, isAbort } from './api-error.ts'
import { isAskedAgain } from './ask-again.ts'
import { failureDetail, failureKey } from './failure-text.ts'
import { errorTranslator } from '../texts/texts.tsx'
import { toast } from '../toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      readonly quiet?: boolean
      /** Nobody is there to ask again where its first fetch fails. */
      readonly unattended?: boolean
    }
    mutationMeta: { readonly quiet?: boolean }
  }
}

/**
 * From the specification: the page is loaded again this long after the message that the application
 * was updated.
 */
const reloadAfterMs = 5_000

/**
 * Shows a failed call in a toast, in the language of the cookie `language`; `reasons`, where there
 * are any, below. An abort is no failure.
 */
export async function showFailure(error: unknown, reasons: readonly string[] = []): Promise<void> {
  if (isAbort(error)) return
  const key = failureKey(error)
  const translate = await errorTranslator()
  const detail = failureDetail(error)
  const secondLine = detail
    ? translate(`details.${detail.key}`, { seconds: detail.seconds })
    : reasons.join(' ') || null
  toast(key === 'applicationUpdated' ? 'info' : 'error', translate(key), secondLine)
  if (key === 'applicationUpdated') setTimeout(() => void reloadWhenAnswered(), reloadAfterMs)
}

function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden'
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 413
}

/** Whether another try may help: the server did not answer, or says that it is not ready. */
export function mayRetry(error: unknown): boolean {
  return error instanceof ApiError && [0, 408, 502, 503, 504].includes(error.status)
}

interface SessionWatch {
  readonly onSessionEnd: () => void
  /** Something was refused: the person may be offered more than they may do now. */
  readonly onForbidden: () => void
  /** Whether it is known who is signed in: before that the guard deals with the end. */
  readonly isSignedIn: () => boolean
  /** Whether the person ends the session at this moment: an answer to it is on its way. */
  readonly isSigningOut: () => boolean
}

/**
 * The client of all replies. Failures are shown in a toast unless the query or mutation has `meta:
 * { quiet: true }` and shows them itself; that the application is outdated is shown always. A query
 * that already shows data stays quiet while the server is away: the connection mark says so; and
 * when it fails once more without being asked for.
 * `onSessionEnd` is called when one finds that the session has ended, whoever shows its failure; to
 * who signs out it is no failure.
 */
export function createQueryClient(watch: SessionWatch): QueryClient {
  const { onSessionEnd, onForbidden, isSignedIn, isSigningOut } = watch
  const report = (error: unknown, quiet: boolean) => {
    if (isForbidden(error) && isSignedIn()) onForbidden()
    if (isSessionEnd(error) && isSigningOut()) return
    if (isSessionEnd(error) && (!quiet || isSignedIn())) onSessionEnd()
    // Whoever shows failures itself cannot help a page that the server no longer works with.
    if (quiet && !isOutdated(error)) return
    void showFailure(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) =>
        report(
          error,
          query.meta?.quiet === true ||
            isAskedAgain(query) ||
            (query.state.data !== undefined && mayRetry(error)),
        ),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        // A form that shows failures itself has no answer to this one: what it holds is given back
        // after the next sign-in.
        if (isSessionEnd(error)) onSessionEnd()
        report(error, mutation.meta?.quiet === true)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayRetry(error),
        retryDelay: 1_000,
        // The server may be on this machine: what the browser says about being online says nothing
        // about it.
        networkMode: 'always',
      },
      // Passwords are sent with changes, and links and codes come back that are shown once.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}
