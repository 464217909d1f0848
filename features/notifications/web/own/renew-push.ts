import { call } from '#kit/web/calls/call.ts'
import { useLanguage } from '#kit/web/texts/language.ts'
import { addPushBrowser, readOwnNotices } from '../../contract/own-notices.ts'
import { currentSubscription, describe } from './browser-push.ts'

/** Ties the own subscription of this browser to the present session; never one of others. */
export async function renewPush(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription === null) return
  const { browsers } = (await call(readOwnNotices, {})).data
  const own = browsers.find(({ endpoint }) => endpoint === subscription.endpoint)
  if (!own || own.isOfSession) return
  const { locale } = useLanguage.getState()
  await call(addPushBrowser, { body: describe(subscription, locale) })
}
