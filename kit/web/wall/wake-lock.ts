/** After the system refused to keep the screen on, or did no more, as where the battery is low. */
const retryMs = 60_000

/** Keeps the screen on while the page is shown; returns what ends it. */
export function holdScreenAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isEnded = false
  const release = () => {
    void lock?.release().catch(() => {})
    lock = null
  }
  // The browser takes the lock away whenever the page is hidden.
  const hold = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    // Where it is refused the screen follows the system's settings.
    const held = await navigator.wakeLock.request('screen').catch(() => null)
    release()
    lock = held
    if (isEnded) release()
  }
  const renew = () => void hold()
  document.addEventListener('visibilitychange', renew)
  renew()
  const timer = setInterval(() => {
    if (lock?.released !== false) renew()
  }, retryMs)
  return () => {
    isEnded = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', renew)
    release()
  }
}
