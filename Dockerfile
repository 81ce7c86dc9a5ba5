# The program on Debian 12, by the steps of the page docs/guide/install.md:
#   docker build -t dateline . && docker run --rm dateline simulate --topology torus:8x8 --load 0.2
FROM debian:12
COPY . /dateline
WORKDIR /dateline
RUN apt-get update
RUN apt-get install -y --no-install-recommends cmake g++ ninja-build pkg-config libsystemc-dev libboost-dev libboost-program-options-dev libfmt-dev libpcg-cpp-dev nlohmann-json3-dev coinor-libclp-dev libbz2-dev zlib1g-dev
RUN cmake -S . -B build/install -G Ninja -DDATELINE_TESTS=OFF
RUN cmake --build build/install
RUN cmake --install build/install
ENTRYPOINT ["dateline"]
