import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { toast } from '#kit/web/toast.ts'
import {
  addPushBrowser,
  readOwnNotices,
  removePushBrowser,
  setOwnQuietHours,
  testPushBrowser,
  type OwnQuietHours,
} from '../../contract/own-notices.ts'
import { currentSubscription, describe, pushPermission, subscribe } from './browser-push.ts'

/** Where and when the person is notified. The section shows failures. */
export const ownNoticesQuery = queryOptions({
  ...queryOf(readOwnNotices, {}),
  select: replyData,
  staleTime: 0,
  meta: { quiet: true },
})

/** The address of this browser's subscription; null: none, undefined: not read yet. */
export function useThisBrowser() {
  const [endpoint, setEndpoint] = useState<string | null>()
  const read = useCallback(
    () =>
      currentSubscription().then(
        (subscription) => setEndpoint(subscription?.endpoint ?? null),
        () => setEndpoint(null),
      ),
    [],
  )
  useEffect(() => void read(), [read])
  return { endpoint, permission: pushPermission(), read }
}

/** Turns notifications on in this browser; `onChange` follows, however it ended. */
export function useTurnOn(publicKey: string, onChange: () => void) {
  const client = useQueryClient()
  const translate = useTranslations('notifications.own')
  const language = useLocale()
  return useMutation({
    mutationFn: async () => {
      const subscription = await subscribe(publicKey).catch(() => undefined)
      if (subscription === undefined) toast('error', translate('noService'))
      else if (subscription === null) toast('warning', translate('refused'))
      else await call(addPushBrowser, { body: describe(subscription, language) })
    },
    onSettled: () => {
      onChange()
      return invalidate(client, readOwnNotices)
    },
  })
}

/** Sends a test to a browser, or turns its notifications off. */
export function useBrowserAction(id: number, isThis: boolean, onChange: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (act: 'test' | 'remove') => {
      if (act === 'test') return call(testPushBrowser, { params: { id } })
      await call(removePushBrowser, { params: { id } })
      if (isThis) await (await currentSubscription())?.unsubscribe()
    },
    onSettled: () => {
      onChange()
      return invalidate(client, readOwnNotices)
    },
  })
}

export function useSaveQuietHours() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hours: OwnQuietHours) => call(setOwnQuietHours, { body: hours }),
    onSettled: () => invalidate(client, readOwnNotices),
    meta: { quiet: true },
  })
}
