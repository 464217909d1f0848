/** What a browser is sent: the text of one notification, in the language of the person. */
export interface PushPayload {
  readonly title: string
  readonly body: string
  /** BCP 47. */
  readonly language: string
  /** A later notification with the same tag takes the place of the one before. */
  readonly tag: string
  /** Path on the site that a click opens. */
  readonly path: string
  /** ms UTC */
  readonly time: number
  /** It stays until somebody has seen to it. */
  readonly isUrgent: boolean
}

/** What the service worker asks an open page for, when its notification was clicked. */
export interface OpenPath {
  readonly open: string
}

/** Whether it is the path of a page on this site. */
export function isPagePath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path)
}
