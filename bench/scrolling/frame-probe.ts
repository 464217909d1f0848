export interface FrameProbe {
  readonly start: () => void
  readonly stop: () => FrameProbe['result']
  readonly result: {
    /** ms from one frame to the next. */
    readonly frames: number[]
    /** ms of each task of the main thread that took more than 50. */
    readonly longTasks: number[]
    /** Frames in which a line in view was on its way. */
    readonly absentFrames: number
    /** CSS pixels that the content moved. */
    readonly distance: number
  }
}

declare global {
  interface Window {
    frameProbe: FrameProbe
  }
}

/** Runs in the page, before its own scripts: nothing of this file is there. */
export function installFrameProbe(): void {
  const result = { frames: [] as number[], longTasks: [] as number[], absentFrames: 0, distance: 0 }
  let isRunning = false
  let last = 0
  let from = 0
  let startedAt = 0
  /** Of the table, which moves its lines itself; else of the page. */
  const position = () => {
    const thumb = document.querySelector('.ant-table-tbody-virtual-holder')
    return thumb?.scrollTop ?? document.scrollingElement?.scrollTop ?? 0
  }
  const frame = (now: number) => {
    if (!isRunning) return
    if (last > 0) result.frames.push(now - last)
    last = now
    if (document.querySelector('.config-absent')) result.absentFrames++
    requestAnimationFrame(frame)
  }
  const recordTasks = (tasks: readonly PerformanceEntry[]) => {
    for (const { duration, startTime } of tasks)
      if (isRunning && startTime >= startedAt) result.longTasks.push(duration)
  }
  const observer = new PerformanceObserver((list) => recordTasks(list.getEntries()))
  observer.observe({ type: 'longtask' })
  window.frameProbe = {
    result,
    start() {
      observer.takeRecords()
      Object.assign(result, { frames: [], longTasks: [], absentFrames: 0 })
      last = 0
      from = position()
      startedAt = performance.now()
      isRunning = true
      requestAnimationFrame(frame)
    },
    stop() {
      recordTasks(observer.takeRecords())
      isRunning = false
      result.distance = position() - from
      return result
    },
  }
}
