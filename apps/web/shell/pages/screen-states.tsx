import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { clearFailedChunks, ChunkLoadError } from '#kit/web/screens/lazy-component.tsx'
import { screenErrorEvent } from '#kit/web/screens/screen-error.ts'
import { useConnection } from '#kit/web/live/index.ts'

/** While the code of a screen is on its way. */
export function ScreenLoading() {
  const translate = useTranslations('common')
  return (
    <div className="screen-loading" role="status">
      <span className="visually-hidden">{translate('loading')}</span>
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
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
  useRetryWhenBack(isUnreachable, retry)
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(screenErrorEvent, { detail: error }))
  }, [error])
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

/** Tries again by itself when the server or the network is back. */
function useRetryWhenBack(isUnreachable: boolean, retry: () => void): void {
  const { state } = useConnection()
  const wasLive = useRef(state === 'live')
  useEffect(() => {
    if (!isUnreachable) return undefined
    if (state === 'live' && !wasLive.current) retry()
    wasLive.current = state === 'live'
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isUnreachable, state, retry])
}
