import { createFrameQueue, type FrameBudget, type FrameQueue } from './frame-queue.ts'
import type { Stop } from '../live-hub.ts'
import { createListenersById, type Listener } from './listeners-by-id.ts'

/** Who listens to sensors and devices, and is called in the frame after something changed. */
export class FrameListeners {
  readonly #frames: FrameQueue
  readonly #bySensor = createListenersById()
  readonly #byDevice = createListenersById()

  /** `nextFrame` calls back before the next paint; without a budget a frame calls all. */
  constructor(nextFrame: (callback: () => void) => void, budget?: FrameBudget) {
    this.#frames = createFrameQueue(nextFrame, budget)
  }

  addToSensor(id: number, listener: Listener): Stop {
    return this.#add(this.#bySensor, id, listener)
  }

  addToDevice(id: number, listener: Listener): Stop {
    return this.#add(this.#byDevice, id, listener)
  }

  /** Calls those who listen to any of these in the next frame, each once. */
  changed(sensors: Iterable<number>, devices: Iterable<number>): void {
    for (const id of sensors) this.#frames.add(this.#bySensor.of(id))
    for (const id of devices) this.#frames.add(this.#byDevice.of(id))
  }

  /** Calls other listeners in the next frame. */
  call(listeners: Iterable<Listener>): void {
    this.#frames.add(listeners)
  }

  /** A listener that is gone is not called any more. */
  cancel(listener: Listener): void {
    this.#frames.remove(listener)
  }

  #add(listeners: ReturnType<typeof createListenersById>, id: number, listener: Listener): Stop {
    listeners.add(id, listener)
    return () => {
      this.#frames.remove(listener)
      listeners.remove(id, listener)
    }
  }
}
