/** The links to the page in other languages: they keep the rest of its address, which only the browser knows. */

for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
  // before it is followed, copied or opened in a new tab
  for (const event of ['focus', 'pointerenter', 'click']) {
    link.addEventListener(event, () => {
      const address = new URL(location.href)
      address.searchParams.set('lang', link.hreflang)
      link.href = address.pathname + address.search + address.hash
    })
  }
}
