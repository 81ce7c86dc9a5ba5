page.points = () => {};
