import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useCallback, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { clearFailedChunks } from '../screens/lazy-component.tsx'
import { useRetryWhenBack } from '../screens/use-retry-when-back.ts'
import { WidgetNotice } from './widget-notice.tsx'

interface WidgetBoundaryProps {
  /** What it is drawn from (`attemptOf`): with another one it is tried again. */
  readonly attempt: string
  readonly children: ReactNode
}

/** Around one widget: while its code is on the way, and when it failed; the others go on. */
export function WidgetBoundary({ attempt, children }: WidgetBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => attempt} errorComponent={WidgetFailed}>
      <Suspense fallback={<div className="panel widget-fetching" />}>{children}</Suspense>
    </CatchBoundary>
  )
}

function WidgetFailed({ error, reset }: ErrorComponentProps) {
  const translate = useTranslations()
  const retry = useCallback(() => {
    clearFailedChunks()
    reset()
  }, [reset])
  // Nobody presses the button on a wall.
  useRetryWhenBack(error, retry)
  return (
    <WidgetNotice icon="warning" title={translate('widgets.placed.failed')} isFailure>
      <button type="button" className="button small" onClick={retry}>
        {translate('common.retry')}
      </button>
    </WidgetNotice>
  )
}
