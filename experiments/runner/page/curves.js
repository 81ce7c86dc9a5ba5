page.kinds.curves = () => null;
