import { useEffect, useState } from 'react'
import { kioskPictureFile, pictureFile } from '#features/pictures/contract/routes.ts'
import { callUrl } from '#kit/web/calls/call-url.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'

/** Address of a picture for a person who is signed in. */
export const pictureAddress = (id: string): string => callUrl(pictureFile.path, { params: { id } })

/** After a picture that could not be fetched: nobody may be there to load the page again. */
const retryMs = 10_000

/**
 * What an image shows of a picture (an empty id: none). Undefined while it is on the way, null
 * where it is gone or closed. `hasFailed`: the browser could not show it from its address; it does
 * not say why, so that it is fetched, and asked for again while the server does not answer.
 */
export function usePicture(id: string, hasFailed: boolean): string | null | undefined {
  const token = kioskToken()
  const isFetched = id !== '' && (token !== null || hasFailed)
  const [fetched, setFetched] = useState<{ readonly id: string; readonly url: string | null }>()
  useEffect(() => {
    if (!isFetched) return undefined
    const abort = new AbortController()
    let url: string | null | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => {
      if (typeof url === 'string') URL.revokeObjectURL(url)
    }
    const show = async () => {
      url = await fetchPicture(id, token, abort.signal)
      if (abort.signal.aborted) release()
      else if (url === undefined) timer = setTimeout(() => void show(), retryMs)
      else setFetched({ id, url })
    }
    void show()
    return () => {
      abort.abort()
      clearTimeout(timer)
      release()
    }
  }, [id, token, isFetched])
  if (!isFetched) return pictureAddress(id)
  return fetched?.id === id ? fetched.url : undefined
}

/**
 * An address of the picture in this page; null where it is gone or closed, undefined where that is
 * not known. An image of the browser itself would send no token: no address may have it.
 */
async function fetchPicture(
  id: string,
  token: string | null,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  try {
    const params = { id }
    const response =
      token === null
        ? await fetch(pictureAddress(id), { signal })
        : await fetch(callUrl(kioskPictureFile.path, { params }), {
            ...{ signal, headers: { Authorization: `Bearer ${token}` } },
          })
    if (response.ok) return URL.createObjectURL(await response.blob())
    return [401, 403, 404].includes(response.status) ? null : undefined
  } catch {
    return undefined
  }
}
