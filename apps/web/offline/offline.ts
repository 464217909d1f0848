import { createTranslator } from 'use-intl/core'
import { languageCookie, startLocale } from '#kit/model/locale.ts'
import { readCookie } from '#kit/web/browser/cookies.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { readLastLive } from '#kit/web/offline/last-live.ts'
import '#kit/web/styles/tokens.css'
import '#kit/web/styles/base.css'
import '#kit/web/styles/controls.css'
import './offline.css'
import { formatElapsed, formatMoment } from './elapsed.ts'
import { startRetries } from './retries.ts'
import en from './texts/en.json'
import ru from './texts/ru.json'
import vi from './texts/vi.json'
import zhTW from './texts/zh-TW.json'

// The service worker gives this page in the place of the one that was asked for, at its address: to
// come back is to load that address again.

const locale = startLocale(readCookie(languageCookie), navigator.languages)
const messages = { en, ru, vi, 'zh-TW': zhTW }[locale]
const translate = createTranslator({ locale, messages, namespace: 'offline' })

function part<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name = '') {
  const found = document.querySelector<HTMLElementTagNameMap[Tag]>(`.offline ${tag}${name}`)
  if (found === null) throw new Error(`offline.html has no ${tag}${name}`)
  return found
}

const stopped = part('p', '.stopped')
const next = part('p', '.next')
const button = part('button')

document.documentElement.lang = locale === 'zh-TW' ? 'zh-Hant-TW' : locale
document.title = translate('title')
part('h1').textContent = translate('title')
part('p', '.returns').textContent = translate('returns')
button.textContent = translate('retry')

const last = readLastLive()
/** Stands in a text before and after what is marked in it. */
const mark = '\u0001'

function showAge(): void {
  if (last === null) {
    stopped.textContent = translate('never')
    return
  }
  const now = serverClock.now() + last.aheadMs
  const text = translate.markup('stopped', {
    moment: formatMoment(last.time, now, last.zone),
    ago: formatElapsed(last.time, now, locale),
    time: (moment) => mark + moment + mark,
  })
  const [before = '', moment = '', after = ''] = text.split(mark)
  const time = document.createElement('time')
  time.dateTime = new Date(last.time).toISOString()
  time.textContent = moment
  stopped.replaceChildren(before, time, after)
}

showAge()
setInterval(showAge, 1_000)

const retries = startRetries({
  isThere: async (signal) => (await fetch('/api/health', { cache: 'no-store', signal })).ok,
  onThere: () => location.reload(),
  onWait: (seconds) => (next.textContent = translate('next', { seconds })),
  onTry: () => (next.textContent = translate('trying')),
  random: () => Math.random(),
})
button.addEventListener('click', () => retries.now())
window.addEventListener('online', () => retries.now())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') retries.now()
})
