/**
 * Direct writing to elements that React drew once: each writer touches the document only when its
 * text differs.
 */

export type Write<Value> = (value: Value) => void

/** The one descendant with `data-part="name"`. Throws when the component did not draw it. */
export function part<Kind extends Element = HTMLElement>(root: Element, name: string): Kind {
  const found = root.querySelector<Kind>(`[data-part="${name}"]`)
  if (!found) throw new Error(`no part "${name}"`)
  return found
}

/** Writes the text of an element that holds nothing else. */
export function textWriter(element: Element): Write<string> {
  const node = document.createTextNode('')
  element.replaceChildren(node)
  let written = ''
  return (text) => {
    if (text === written) return
    written = text
    node.data = text
  }
}

/** Writes an attribute; `null` takes it away. */
export function attributeWriter(element: Element, name: string): Write<string | null> {
  let written: string | null | undefined
  return (value) => {
    if (value === written) return
    written = value
    if (value === null) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
}

/** Writes one style property of an element. */
export function styleWriter(element: HTMLElement | SVGElement, name: string): Write<string> {
  let written = ''
  return (value) => {
    if (value === written) return
    written = value
    element.style.setProperty(name, value)
  }
}
