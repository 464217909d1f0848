import './tip.css'

/** A line of a tip: a label and its figure. Without a figure the label is a remark. */
export type TipRow = readonly [label: string, figure?: string]

const hoverDelayMs = 350
const gap = 6
let element: HTMLElement | undefined
let owner: Element | undefined

function tipElement(): HTMLElement {
  if (element) return element
  const created = document.createElement('div')
  created.className = 'tip'
  created.id = 'tip'
  created.role = 'tooltip'
  created.hidden = true
  // The pointer may rest on the tip itself: it then stays (WCAG 1.4.13).
  created.addEventListener('pointerleave', (event) => {
    if (!(event.relatedTarget instanceof Node && owner?.contains(event.relatedTarget))) hide()
  })
  element = created
  return created
}

function fill(tip: HTMLElement, rows: readonly TipRow[]): void {
  const lines = rows.map(([label, figure]) => {
    const line = document.createElement('div')
    line.append(Object.assign(document.createElement('span'), { textContent: label }))
    if (figure !== undefined)
      line.append(Object.assign(document.createElement('b'), { textContent: figure }))
    return line
  })
  tip.replaceChildren(...lines)
}

function place(tip: HTMLElement, anchor: Element): void {
  const box = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const below = box.bottom + gap + height <= innerHeight
  const left = Math.max(gap, Math.min(box.left, innerWidth - width - gap))
  const top = below ? box.bottom + gap : Math.max(gap, box.top - gap - height)
  tip.style.transform = `translate(${left}px, ${top}px)`
}

function hide(): void {
  if (element) element.hidden = true
  owner = undefined
}

function show(anchor: Element, rows: readonly TipRow[], described: Element): void {
  const tip = tipElement()
  // A dialog lies before everything that is outside of it.
  const around = anchor.closest('dialog') ?? document.body
  if (tip.parentElement !== around) around.append(tip)
  owner = anchor
  fill(tip, rows)
  tip.hidden = false
  place(tip, anchor)
  described.setAttribute('aria-describedby', tip.id)
}

/** Other rows for the tip of `anchor`; they are asked for only if it is open. */
export function refreshTip(anchor: Element, rows: () => readonly TipRow[]): void {
  if (owner !== anchor || !element) return
  fill(element, rows())
  place(element, anchor)
}

/** Hides the tip of `anchor`, unless the pointer or the focus went to the tip itself. */
function leave(anchor: Element, described: Element, event?: Event): void {
  const next =
    event instanceof MouseEvent || event instanceof FocusEvent ? event.relatedTarget : null
  if (next instanceof Node && element?.contains(next)) return
  described.removeAttribute('aria-describedby')
  if (owner === anchor) hide()
}

interface Tip {
  readonly rows: () => readonly TipRow[]
  readonly described: Element
}

const tips = new WeakMap<Element, Tip>()
let isListening = false
let timer: ReturnType<typeof setTimeout> | undefined

/** The nearest anchor of a tip around what an event is about. */
function anchorOf(target: EventTarget | null): Element | undefined {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
    if (tips.has(at)) return at
  return undefined
}

function open(anchor: Element): void {
  const tip = tips.get(anchor)
  if (tip) show(anchor, tip.rows(), tip.described)
}

function openSoon(anchor: Element): void {
  clearTimeout(timer)
  timer = setTimeout(open, hoverDelayMs, anchor)
}

function close(anchor: Element, event?: Event): void {
  clearTimeout(timer)
  const tip = tips.get(anchor)
  if (tip) leave(anchor, tip.described, event)
}

/** The pointer or the focus went from one element to another within the same anchor. */
const staysWithin = (anchor: Element, { relatedTarget }: MouseEvent | FocusEvent) =>
  relatedTarget instanceof Node && anchor.contains(relatedTarget)

/**
 * One set of listeners for all anchors: hundreds of widgets come and go while a page scrolls, and
 * listeners of each of them took longer to remove than the widget itself.
 */
function listenOnce(): void {
  if (isListening) return
  isListening = true
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    handler: (anchor: Element, event: DocumentEventMap[Name]) => void,
  ) =>
    document.addEventListener(name, (event) => {
      const anchor = anchorOf(event.target)
      if (anchor) handler(anchor, event)
    })
  on('pointerover', (anchor, event) => {
    if (event.pointerType === 'mouse' && !staysWithin(anchor, event)) openSoon(anchor)
  })
  on('pointerout', (anchor, event) => {
    if (!staysWithin(anchor, event)) close(anchor, event)
  })
  on('focusin', (anchor, { target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) open(anchor)
  })
  on('focusout', (anchor, event) => close(anchor, event))
  on('keydown', (anchor, { key }) => {
    if (key === 'Escape') close(anchor)
  })
  on('click', (anchor) => close(anchor))
}

/**
 * Gives `anchor` a tip that shows after a moment's hover, or at once when the keyboard comes to it;
 * Escape hides it. `described` (default: the anchor) is what a screen reader ties to the tip.
 * `rows` is asked each time it opens.
 */
export function attachTip(
  anchor: Element,
  rows: () => readonly TipRow[],
  described: Element = anchor,
): () => void {
  listenOnce()
  tips.set(anchor, { rows, described })
  // Drawn under a resting mouse: no event says so. A finger leaves its hover behind where it was.
  if (anchor.matches(':hover') && matchMedia('(hover: hover)').matches) openSoon(anchor)
  return () => {
    if (owner === anchor) close(anchor)
    tips.delete(anchor)
  }
}
