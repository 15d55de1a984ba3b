/* placeholder */
export function changed() {}
export function frame() {}
