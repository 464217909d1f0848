/** What the probe inside the page has seen. */
export interface Probe {
  /**
   * Figures that changed, three numbers each: index of the widget, digits of its figure as one
   * number, time in ms UTC.
   */
  readonly changes: number[]
  /** Messages on the live socket: time of arrival in ms UTC, and the text. */
  readonly messages: [number, string][]
  /** ms from the start of the navigation to the first figure; null before. */
  firstFigureMs: number | null
}

declare global {
  interface Window {
    benchProbe: Probe
  }
}

/**
 * Runs inside the page before its own scripts: notes the moment of every change of a figure, by the
 * document itself and not by the application, and when the live socket's messages arrived.
 */
export function installProbe(): void {
  const probe: Probe = { changes: [], messages: [], firstFigureMs: null }
  window.benchProbe = probe
  const now = () => performance.timeOrigin + performance.now()
  const widgets = new Map<Element, number>()
  // Figures that come with their widget are no change of a text inside a figure.
  const isFigureShown = () =>
    [...document.querySelectorAll('.grid-item .figure, .value-table-value')].some((figure) =>
      /\d/.test(figure.textContent ?? ''),
    )
  const observer = new MutationObserver((records) => {
    const at = now()
    if (probe.firstFigureMs === null && isFigureShown()) probe.firstFigureMs = performance.now()
    const figures = new Set<Element>()
    for (const { target } of records) {
      const figure = target.parentElement?.closest('.figure, .value-table-value')
      if (figure) figures.add(figure)
    }
    for (const figure of figures) {
      const digits = (figure.textContent ?? '').replaceAll(/\D/g, '')
      if (digits === '') continue
      const widget = widgets.get(figure) ?? widgets.size
      widgets.set(figure, widget)
      probe.changes.push(widget, Number(digits), at)
    }
  })
  observer.observe(document, { subtree: true, characterData: true, childList: true })
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') probe.messages.push([now(), data])
      })
    }
  }
}
