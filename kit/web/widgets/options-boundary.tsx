import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useCallback, type ReactNode } from 'react'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FailureNotice } from '../screens/failure-notice.tsx'
import { clearFailedChunks } from '../screens/lazy-component.tsx'
import { useRetryWhenBack } from '../screens/use-retry-when-back.ts'

/**
 * Around the form of a widget's options: where its code cannot be fetched the screen stays, with
 * all that is not saved there.
 */
export function OptionsBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={OptionsFailed}>
      <Suspense fallback={<Skeleton width="100%" height="92px" />}>{children}</Suspense>
    </CatchBoundary>
  )
}

function OptionsFailed({ error, reset }: ErrorComponentProps) {
  const retry = useCallback(() => {
    clearFailedChunks()
    reset()
  }, [reset])
  useRetryWhenBack(error, retry)
  return <FailureNotice error={error} onRetry={retry} />
}
