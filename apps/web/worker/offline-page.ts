declare const self: ServiceWorkerGlobalScope

/** Written by the build: the files of the offline page, and the version of their content. */
declare const __OFFLINE__: { readonly paths: readonly string[]; readonly version: string }

const offline = __OFFLINE__
const pagePath = '/offline.html'
const prefix = 'warroom-offline-'
const cacheName = prefix + offline.version

/** A rule that the browser follows without starting the worker (static routing). */
interface StaticRoute {
  readonly condition: { readonly urlPattern: string }
  readonly source: 'network'
}
interface RoutingInstallEvent {
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>
}

/** Stores the offline page, with all that it needs. */
export async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(offline.paths.map((path) => new Request(path, { cache: 'reload' })))
}

export async function removeOldPages(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Calls of the API do not wait until the worker runs, where the browser can spare them that. */
export async function routePastWorker(event: ExtendableEvent): Promise<void> {
  const { addRoutes } = event as RoutingInstallEvent
  await addRoutes?.call(event, [{ condition: { urlPattern: '/api/*' }, source: 'network' }])
}

/** Whether it is one of the files that the offline page needs beside itself. */
export function isOfOfflinePage({ url, method }: Request): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === self.location.origin && isOfflineFile(pathname)
}

const isOfflineFile = (path: string) => path !== pagePath && offline.paths.includes(path)

/** Their names change with their content: what is stored is never old. */
export async function answerFromCache(request: Request): Promise<Response> {
  const stored = await caches.match(request, { cacheName })
  return stored ?? fetch(request)
}

/** The page that says that the server is away. */
export async function offlinePage(): Promise<Response> {
  const stored = await caches.match(pagePath, { cacheName })
  return stored ?? Response.error()
}
