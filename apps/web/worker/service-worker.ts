import { answerNavigation, isNavigation } from './navigation.ts'
import {
  answerFromCache,
  isOfOfflinePage,
  cacheOfflinePage,
  removeOldPages,
  routePastWorker,
} from './offline-page.ts'
import { openNotice, showNotice } from './notices.ts'

declare const self: ServiceWorkerGlobalScope

// It keeps the offline page and nothing else: code of the application comes from the server, with
// the page that names it, so that no page mixes two builds; answers of the API are stored nowhere.

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([cacheOfflinePage(), routePastWorker(event)]))
  // What it does is the same for pages of every build.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      removeOldPages(),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (isNavigation(request)) event.respondWith(answerNavigation(event))
  else if (isOfOfflinePage(request)) event.respondWith(answerFromCache(request))
})

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification))
})
