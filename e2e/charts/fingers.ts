import type { CDPSession, Locator, Page } from 'playwright-core'

/** Shares of the width and the height of what is touched. */
export type Place = readonly [x: number, y: number]

/** Fingers on a plot, as a screen reports them. */
export class Fingers {
  readonly #session: CDPSession
  readonly #touched: Locator

  private constructor(session: CDPSession, touched: Locator) {
    this.#session = session
    this.#touched = touched
  }

  static async on(page: Page, touched: Locator): Promise<Fingers> {
    await touched.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    return new Fingers(await page.context().newCDPSession(page), touched)
  }

  async put(...places: readonly Place[]): Promise<void> {
    await this.#measure()
    await this.#send('touchStart', places)
  }

  /** All fingers, from where they are to other places. */
  async move(from: readonly Place[], to: readonly Place[]): Promise<void> {
    const steps = 8
    for (let step = 1; step <= steps; step++)
      await this.#send(
        'touchMove',
        from.map(([x, y], index): Place => {
          const [endX, endY] = to[index] ?? [x, y]
          return [x + ((endX - x) * step) / steps, y + ((endY - y) * step) / steps]
        }),
      )
  }

  async lift(): Promise<void> {
    await this.#send('touchEnd', [])
  }

  async drag(from: readonly Place[], to: readonly Place[]): Promise<void> {
    await this.put(...from)
    await this.move(from, to)
    await this.lift()
  }

  /** Of a fiftieth of a second, however long it takes to reach a page that is busy. */
  async tap(place: Place): Promise<void> {
    await this.#measure()
    await this.#tapAt(place, Date.now() / 1000)
  }

  /**
   * Two taps a tenth of a second apart, both where the first one was on the screen: what is touched
   * may be pushed down meanwhile by what comes of it.
   */
  async doubleTap(place: Place): Promise<void> {
    await this.#measure()
    const first = Date.now() / 1000
    await this.#tapAt(place, first)
    await this.#tapAt(place, first + 0.1)
  }

  async #tapAt(place: Place, at: number): Promise<void> {
    await this.#send('touchStart', [place], at)
    await this.#send('touchEnd', [], at + 0.02)
  }

  /** Where it is when it is touched: the page may scroll afterwards. */
  async #measure(): Promise<void> {
    this.#box = await this.#touched.boundingBox()
  }

  #box: { x: number; y: number; width: number; height: number } | null = null

  /** `at`: seconds since 1970; without it, when the browser receives it. */
  async #send(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    places: readonly Place[],
    at?: number,
  ): Promise<void> {
    const box = this.#box
    if (!box) throw new Error('nothing is drawn')
    await this.#session.send('Input.dispatchTouchEvent', {
      type,
      ...(at === undefined ? {} : { timestamp: at }),
      touchPoints: places.map(([x, y], id) => ({
        x: box.x + x * box.width,
        y: box.y + y * box.height,
        id,
      })),
    })
  }
}
