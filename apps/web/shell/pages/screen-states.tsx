import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { isOutdatedPage } from '#kit/web/browser/outdated-page.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { clearFailedChunks, ChunkLoadError } from '#kit/web/screens/lazy-component.tsx'
import { screenErrorEvent } from '#kit/web/screens/screen-error.ts'
import { useRetryWhenBack } from '#kit/web/screens/use-retry-when-back.ts'

/** While the code of a screen is on its way. */
export function ScreenLoading() {
  const translate = useTranslations('common')
  return (
    <div className="screen-loading" role="status">
      <span className="visually-hidden">{translate('loading')}</span>
      <div className="skeleton area" />
      <div className="skeleton area" />
      <div className="skeleton area" />
    </div>
  )
}

/**
 * In the place of a screen that threw, or whose code could not be fetched: the menu and the top bar
 * stay.
 */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const translate = useTranslations()
  const router = useRouter()
  const isUnreachable = error instanceof ChunkLoadError
  const retry = useCallback(() => {
    clearFailedChunks()
    reset()
    void router.invalidate()
  }, [reset, router])
  useRetryWhenBack(error, retry)
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(screenErrorEvent, { detail: error }))
  }, [error])
  useEffect(() => {
    if (isUnreachable) void reloadIfOutdated()
  }, [isUnreachable])
  // Whoever goes away and comes back finds the screen asked for again.
  useEffect(() => clearFailedChunks, [])
  return (
    <Notice
      icon={isUnreachable ? 'unplugged' : 'warning'}
      title={translate(isUnreachable ? 'errors.noResponse' : 'shell.broken.title')}
      isFailure
      action={
        <button type="button" className="button" onClick={retry}>
          <Icon name="refresh" />
          {translate('common.retry')}
        </button>
      }
    >
      <p>{translate(isUnreachable ? 'shell.broken.unreachable' : 'shell.broken.text')}</p>
    </Notice>
  )
}

/** Code that went with the build of this page comes only with the page of another one. */
async function reloadIfOutdated(): Promise<void> {
  if (!(await isOutdatedPage())) return
  void showFailure(new ApiError({ status: 413, code: 'client_outdated', message: 'another build' }))
}
