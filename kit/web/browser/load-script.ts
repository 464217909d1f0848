const waitMs = 10_000
const loads = new Map<string, Promise<void>>()

/**
 * Loads a script of another site, once for each address. Rejects when it did not arrive within
 * 10 s or was blocked; the next call retries.
 */
export function loadScript(address: string): Promise<void> {
  const under = loads.get(address)
  if (under) return under
  const load = append(address).catch((error: unknown) => {
    loads.delete(address)
    throw error
  })
  loads.set(address, load)
  return load
}

function append(address: string): Promise<void> {
  const script = document.createElement('script')
  return new Promise<void>((resolve, reject) => {
    const fail = () => {
      script.remove()
      reject(new Error(`${address} was not loaded`))
    }
    const timer = setTimeout(fail, waitMs)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    script.async = true
    script.src = address
    document.head.append(script)
  })
}
